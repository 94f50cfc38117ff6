/* plot.h - numbers as bars on the terminal.
 *
 *     40-59    1204  ███████████████▌
 *     60-79     803  ██████████▎                                           */
#ifndef TBY_APP_CLI_PLOT_H
#define TBY_APP_CLI_PLOT_H

#include "app/cli/cli.h"

typedef struct tby_plot_row {
    char label[24];
    uint64_t n;
} tby_plot_row;

/* Prints the rows within so many columns, blocks in eighths if the terminal
 * has Unicode, else '#'.  What is more than nothing has a bar. */
void tby_cli_plot(FILE *out, const tby_plot_row rows[], size_t n,
                  size_t columns, bool blocks);

/* One bar, a part of so many columns; at least a trace of it.  Returns how many
 * it takes. */
size_t tby_cli_bar(FILE *out, double part, size_t columns, bool blocks);

/* The width of the terminal on standard output: what it says, else COLUMNS,
 * else 80. */
size_t tby_cli_columns(void);

#endif
