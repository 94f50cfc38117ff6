/* classify.h - what the files of tabiya eco classify share. */
#ifndef TBY_APP_CLI_ECO_CLASSIFY_H
#define TBY_APP_CLI_ECO_CLASSIFY_H

#include "app/cli/cli.h"
#include "work/openings/classify.h"

/* The group of a word such as "family"; the words are those of an option. */
#define TBY_CLASSIFY_GROUPS "code|family|name"
tby_classes_group tby_classify_group(const char *word);

/* Prints how many games each group has: a table with bars on a terminal, TSV
 * elsewhere, or JSON.  Returns an exit code. */
int tby_classify_print_counts(const tby_cli_call *call, tby_classes *classes,
                              const char *by);

#endif
