/* The control fields that the encoder and its PIB obey, by the names of the Trace Control
   Interface. One table for command line, ingress files and bench. */
#ifndef NT_MODEL_CONTROL_CONTROL_H
#define NT_MODEL_CONTROL_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_MAX_FILTERS = 16, NT_MAX_COMPARATORS = 8 };

/* A trace filter: registers trTeFilterNControl and those behind it. */
typedef struct nt_filter_control {
    uint32_t control;     /* trTeFilterNControl */
    uint32_t inst;        /* trTeFilterNMatchInst */
    uint32_t ecause[2];   /* trTeFilterNMatchEcauseLow, High */
    uint32_t impdef;      /* trTeFilterNMatchValueImpdef */
    uint32_t impdef_mask; /* trTeFilterNMatchMaskImpdef */
} nt_filter_control;

/* A comparator unit: registers trTeCompNControl and those behind it. */
typedef struct nt_comparator_control {
    uint32_t control;   /* trTeCompNControl */
    uint32_t pmatch[2]; /* trTeCompNPmatchLow, High */
    uint32_t smatch[2]; /* trTeCompNSmatchLow, High */
} nt_comparator_control;

typedef struct nt_control {
    uint32_t trTeActive;         /* 0 holds the encoder in reset */
    uint32_t trTeEnable;         /* 1: trTeInstTracing decides */
    uint32_t trTeInstTracing;    /* 1: trace instructions */
    uint32_t trTeInstMode;       /* 3 BTM, 6 HTM; 0 none */
    uint32_t trTeContext;        /* 1: Ownership messages */
    uint32_t trTeInstTrigEnable; /* 1: triggers set and clear trTeInstTracing */
    uint32_t trTeInstStallEna;   /* 1: ask the hart to stall rather than lose messages */
    uint32_t trTeInhibitSrc;     /* 1: no SRC field */
    uint32_t trTeInstSyncMode; /* periodic synchronization: 0 off, counting 1 messages, 2 cycles, 3
                                  half-words */
    uint32_t trTeInstSyncMax;  /* its interval: 2^(trTeInstSyncMax + 4) */
    uint32_t trTeInstEnSequentialJump;   /* 1: sequentially inferable jumps are not told */
    uint32_t trTeInstEnImplicitReturn;   /* 1: as trTeInstImplicitReturnMode, if that is 0 as 3 */
    uint32_t trTeInstImplicitReturnMode; /* 0 off, 1 counting, 2 partial, 3 full address */
    uint32_t trTeInstEnRepeatedHistory;  /* 1: ResourceFull RCODE=2 */
    uint32_t trTeInstEnAllJumps;         /* 1: direct jumps count as taken branches */
    uint32_t trTeInstExtendAddrMSB;      /* 1: equal upper bits of addresses are not sent */
    uint32_t trTeSrcID;                  /* value of SRC */
    uint32_t trTeSrcBits;                /* width of SRC, 0 to 12; 0: no SRC */
    uint32_t trTeInstFilters;            /* bit n: filter n qualifies; 0: everything is traced */
    uint32_t trTsActive;                 /* 0 holds the timestamp unit in reset */
    uint32_t trTsCount;                  /* 1: the internal counter runs */
    uint32_t trTsRunInDebug;             /* 1: it runs in debug mode too */
    uint32_t trTsMode;     /* 0 none, 1 external, 2 internal system, 3 internal core, 4 shared */
    uint32_t trTsPrescale; /* the internal counter counts every 4^trTsPrescale cycles */
    uint32_t trTsEnable;   /* 1: messages have TSTAMP */
    uint32_t trTeTrigExtInControl;  /* 4 bits an input: 2 trace-on, 3 trace-off, 4 notify */
    uint32_t trTeTrigExtOutControl; /* 4 bits an output: bit 0 trace starts, bit 1 trace stops */
    uint32_t ntResumeLevel;    /* after a loss tracing resumes when the FIFO holds no more than this
                                  many entries; 0: a quarter of FIFO_DEPTH */
    uint32_t ntEnRepeatBranch; /* 1: RepeatBranch, in BTM and HTM */
    uint32_t ntEnSyncICNT;     /* 1: full I-CNT is told by SYNC=4 in BTM (with ntRc7 in HTM too) */
    uint32_t ntRc7;            /* 1: as N-Trace 1.0.0_rc7 where it differs */
    uint32_t ntTrimOwnership;  /* 1: zeros at the end of PROCESS are not sent, V and PRV either */
    uint32_t trPibActive;      /* 0 holds the PIB in reset */
    uint32_t trPibEnable;      /* 1: take bytes from the encoder */
    uint32_t trPibMode;        /* as in nt_pib_control */
    uint32_t trPibDivider;     /* the clock is divided by trPibDivider + 1 */
    nt_filter_control filter[NT_MAX_FILTERS];
    nt_comparator_control comparator[NT_MAX_COMPARATORS];
} nt_control;

typedef struct nt_control_field {
    const char *name;
    uint8_t width;     /* bits */
    uint16_t offset;   /* of the uint32_t in nt_control */
    uint32_t preset;   /* value that a recording is traced with unless --set says otherwise */
    const char *legal; /* the legal values in words, for messages and docs */
    bool (*is_legal)(uint32_t value);
} nt_control_field;

extern const nt_control_field nt_control_fields[];
extern const unsigned nt_control_field_count;

/* The index of a field; -1 if there is none of that name. */
int nt_control_find(const char *name);

/* Sets a field; the value must be legal (nt_control_field.is_legal). */
void nt_control_set(nt_control *control, unsigned field, uint32_t value);
uint32_t nt_control_get(const nt_control *control, unsigned field);

/* trTeInstEnImplicitReturn and trTeInstImplicitReturnMode are coupled: the mode that both give. */
static inline uint32_t nt_control_return_mode(const nt_control *control) {
    uint32_t mode = control->trTeInstImplicitReturnMode;
    return mode == 0 && control->trTeInstEnImplicitReturn ? 3 : mode;
}

/* Width of the SRC field that messages have. */
static inline uint32_t nt_control_src_bits(const nt_control *control) {
    return control->trTeInhibitSrc ? 0 : control->trTeSrcBits;
}

/* All fields 0: the state out of reset. */
nt_control nt_control_reset(void);

#endif
