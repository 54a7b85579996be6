/* Tandem-verification trace encoder (model of rtl/tandem/nt_tv_encoder.v). */
#ifndef NT_MODEL_TANDEM_TV_ENCODER_H
#define NT_MODEL_TANDEM_TV_ENCODER_H

#include "model/tandem/tv_port.h"

#endif
