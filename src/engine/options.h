/* options.h - the options that an engine offers, and how they are set. */
#ifndef TBY_ENGINE_OPTIONS_H
#define TBY_ENGINE_OPTIONS_H

#include "core/base/text.h"
#include "engine/uci.h"

/* Notes what a line says that begins with `option`, if it matters. */
void tby_engine_option_read(tby_engine *e, tby_str line);

/* Writes `setoption` if the option does not have the value yet.  False if the
 * engine cannot take it. */
bool tby_engine_option_set(tby_engine *e, unsigned option, uint64_t value,
                           tby_text *to);

/* What must be set before a search of e->pos: false if something cannot. */
bool tby_engine_options_set(tby_engine *e, tby_text *to);

#endif
