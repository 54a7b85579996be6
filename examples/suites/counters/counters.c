#include "../software/suite.h"
void suite_begin(void) {
}
