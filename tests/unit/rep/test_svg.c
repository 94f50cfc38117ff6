/* test_svg.c - pictures are XML, whatever the texts in them are. */
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/rep/layout/drawing.h"
#include "support/check.h"

#include <string.h>

static const tby_svg_node TWO[] = {
    {{0, 0}, TBY_SVG_START, {"start", 5}, {NULL, 0}},
    {{10.5, 129.6}, TBY_SVG_BLACK_MOVES, {NULL, 0}, {"a FEN", 5}},
};

static tby_buf draw(const tby_svg_picture *p)
{
    tby_buf b;

    tby_buf_init(&b, NULL, 1 << 20);
    tby_svg_write(&b, p);
    assert_int_equal(b.rc, TBY_OK);
    tby_buf_char(&b, '\0');
    return b;
}

static void assert_has(const tby_buf *b, const char *text)
{
    CHECK(strstr(b->p, text), "no %s in %s", text, b->p);
}

static void shapes_are_where_they_should_be(void **state)
{
    const tby_svg_edge edges[] = {
        {0, 1, false, {"e4", 2}, {"best by test", 12}},
        {1, 0, true, {NULL, 0}, {NULL, 0}},
    };
    tby_buf b = draw(&(tby_svg_picture){.title = TBY_STR("Two"),
                                        .nodes = TWO,
                                        .nodes_n = 2,
                                        .edges = edges,
                                        .edges_n = 2});

    (void)state;
    assert_has(&b, "viewBox=\"-60.0 -60.0 130.5 249.6\"");
    assert_has(&b, "<title>Two</title>");
    assert_has(&b, "<path d=\"M0.0 0.0C0.0 64.8 10.5 64.8 10.5 129.6\"><title>"
                   "best by test</title></path>");
    assert_has(&b, "<path class=\"t u\" d=\"M10.5 129.6C10.5 64.8");
    assert_has(&b, "<circle class=\"s\" cx=\"0.0\" cy=\"0.0\" r=\"20.0\"/>");
    assert_has(&b, "<circle class=\"b\" cx=\"10.5\" cy=\"129.6\" r=\"15.0\">"
                   "<title>a FEN</title></circle>");
    assert_has(&b, "\">e4</text>");
    assert_has(&b, "\">start</text>");
    tby_buf_free(&b);
}

static void an_empty_picture_is_a_picture(void **state)
{
    tby_buf b = draw(&(tby_svg_picture){.nodes_n = 0});

    (void)state;
    assert_has(&b, "viewBox=\"-60.0 -60.0 120.0 120.0\"");
    assert_has(&b, "</svg>\n");
    tby_buf_free(&b);
}

static void texts_are_escaped(void **state)
{
    tby_svg_node n = TWO[1];
    char text[] = "<b>&\"'\t\x01\xff\xed\xa0\x80 \xe2\x99\x98\xef\xbf\xbe";

    (void)state;
    n.hint = tby_str_of(text);
    tby_buf b = draw(&(tby_svg_picture){.nodes = &n, .nodes_n = 1});
    assert_has(&b, "<title>&lt;b&gt;&amp;\"' "
                   "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf"
                   "\xbd \xe2\x99\x98\xef\xbf\xbd</title>");
    tby_buf_free(&b);
}

/* --- well-formed, by a reader of our own ----------------------------------*/

/* Behind an element's tag; its name to the stack, or off it. */
static const char *read_tag(const char *at, char stack[8][8], size_t *depth)
{
    bool closes = at[1] == '/';
    const char *name = at + 1 + closes;
    size_t n = strcspn(name, " />");
    const char *end = strchr(name, '>');

    assert_true(end && n > 0 && n < 8);
    if (closes) {
        assert_true(*depth > 0);
        --*depth;
        assert_true(strlen(stack[*depth]) == n &&
                    memcmp(stack[*depth], name, n) == 0);
    } else if (end[-1] != '/') {
        assert_true(*depth < 8);
        memset(stack[*depth], 0, 8);
        memcpy(stack[(*depth)++], name, n);
    }
    return end + 1;
}

static void check_well_formed(const char *at)
{
    char stack[8][8];
    size_t depth = 0;

    while (*at) {
        assert_true((unsigned char)*at >= 0x20 || *at == '\n');
        if (*at == '<')
            at = read_tag(at, stack, &depth);
        else if (*at == '&')
            assert_true(strchr(at++, ';') != NULL);
        else
            at++;
    }
    assert_int_equal(depth, 0);
}

static void any_bytes_give_well_formed_pictures(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 300; i++) {
        char text[40];
        tby_svg_node nodes[2] = {TWO[0], TWO[1]};
        tby_svg_edge edge = {0, 1, false, {text, sizeof text}, {NULL, 0}};

        for (size_t k = 0; k < sizeof text; k++)
            text[k] = rng_chance(&r, 30) ? "<>&/ \"]-!"[rng_below(&r, 9)]
                                         : (char)rng_below(&r, 256);
        nodes[0].label = nodes[1].hint = edge.label;
        edge.hint = (tby_str){text, rng_below(&r, sizeof text)};
        tby_buf b = draw(&(tby_svg_picture){.title = edge.hint,
                                            .nodes = nodes,
                                            .nodes_n = 2,
                                            .edges = &edge,
                                            .edges_n = 1});
        tby_str whole = {b.p, b.n - 1};
        assert_int_equal(tby_utf8_validate(whole, NULL), TBY_OK);
        assert_int_equal(strlen(b.p), whole.n);
        check_well_formed(b.p);
        tby_buf_free(&b);
    }
}

static void a_full_buffer_is_told(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 500);
    tby_svg_write(&b, &(tby_svg_picture){.nodes = TWO, .nodes_n = 2});
    assert_int_equal(b.rc, TBY_E_LIMIT);
    tby_buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_where_they_should_be),
        cmocka_unit_test(an_empty_picture_is_a_picture),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(any_bytes_give_well_formed_pictures),
        cmocka_unit_test(a_full_buffer_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
