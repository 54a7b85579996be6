"""Rules of `ntrace check` that no vector of a conforming encoder exercises, and why."""
SOON = "no vector yet"
REASONS = {
    "frame.idle": "the golden model's sink takes bytes alone: idle is between messages on pins only; judge takes it anywhere",
    "src.vendor": "the golden model sends no vendor's message",
    "stop.idle": "the golden model sends nothing where nothing is traced",
    **dict.fromkeys(("sync.icnt", "sync.trigger", "sync.interval", "sync.interval-icnt", "repeat.split",
                     "image.hist-empty", "image.all-jumps", "image.resource-icnt", "image.sequential",
                     "image.sequential-target"), SOON),
}
