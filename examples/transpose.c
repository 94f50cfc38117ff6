/* transpose.c - two move orders, one position: the key of a position does not
 * know how it was reached.
 *
 *     transpose "d4 Nf6 c4 e6" "c4 e6 d4 Nf6" */
#include <stdio.h>
#include <tabiya/tabiya.h>

static int read_line(const char *text, tby_pos *out)
{
    tby_str str = tby_str_of(text);
    tby_line line;
    tby_faults faults = 0;
    tby_err err;
    char why[128];

    if (tby_line_parse(str, NULL, &line, &faults, &err) != TBY_OK) {
        tby_line_explain(str, &err, faults, why, sizeof why);
        fprintf(stderr, "%s, byte %zu: %s\n", text, err.at, why);
        return 3;
    }
    *out = line.pos;
    tby_line_free(&line);
    return 0;
}

int main(int argc, char **argv)
{
    const char *first = argc > 2 ? argv[1] : "1. d4 Nf6 2. c4 e6 3. Nf3 d5";
    const char *second = argc > 2 ? argv[2] : "1. Nf3 d5 2. d4 Nf6 3. c4 e6";
    tby_pos a, b;
    char key_a[TBY_KEY_TEXT], key_b[TBY_KEY_TEXT];
    int status = read_line(first, &a);

    if (status == 0)
        status = read_line(second, &b);
    if (status != 0)
        return status;
    tby_key_write(a.key, key_a);
    tby_key_write(b.key, key_b);
    printf("%s  %s\n%s  %s\n", key_a, first, key_b, second);
    puts(tby_pos_same(&a, &b) ? "one position" : "two positions");
    return tby_pos_same(&a, &b) ? 0 : 1;
}
