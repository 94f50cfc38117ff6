#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/rep/layout/drawing.h"

static const double RADIUS = 15;
static const double RADIUS_OF_START = 20;
static const double MARGIN = 60;

static const char *const CLASSES[TBY_SVG_KINDS] = {"w", "b", "e", "s"};

/* Colours are kept apart by their lightness as well, and kinds by their rings.
 * Programs that know no media queries draw in light. */
static const char STYLE[] =
    "<style>"
    ".paper{fill:#fff}"
    "text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#222;"
    "paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}"
    "path{fill:none;stroke:#8a8f98;stroke-width:1.6}"
    "path.t{stroke:#c2660a}"
    "path.u{stroke-dasharray:6 4}"
    "circle{stroke-width:2}"
    "circle.w{fill:#4a4e57;stroke:#4a4e57}"
    "circle.b{fill:#d4d7dc;stroke:#4a4e57}"
    "circle.e{fill:#d6423b;stroke:#7d1713;stroke-width:4}"
    "circle.s{fill:#2f6fdb;stroke:#133f8a;stroke-width:5}"
    "@media(prefers-color-scheme:dark){"
    ".paper{fill:#15171c}"
    "text{fill:#e6e8eb;stroke:#15171c}"
    "path{stroke:#747b87}"
    "path.t{stroke:#e8923a}"
    "circle.w{fill:#5b616d;stroke:#9097a3}"
    "circle.b{fill:#d4d7dc;stroke:#fff}"
    "circle.e{fill:#d6423b;stroke:#ffb3ae}"
    "circle.s{fill:#3d7ee8;stroke:#b9d2ff}"
    "}</style>\n";

static void add_text(tby_buf *b, tby_str text)
{
    while (text.n > 0) {
        uint32_t point = 0;
        size_t n = tby_utf8_decode(text, &point);

        /* what XML 1.0 allows; a line break would not be kept as one */
        if (n == 0 || point < 0x20 || point == 0xfffe || point == 0xffff)
            tby_buf_cstr(b, tby_is_space(text.p[0]) ? " " : "\xef\xbf\xbd");
        else
            tby_buf_add(b, point == '&'   ? TBY_STR("&amp;")
                           : point == '<' ? TBY_STR("&lt;")
                           : point == '>' ? TBY_STR("&gt;")
                                          : (tby_str){text.p, n});
        text = tby_str_from(text, n ? n : 1);
    }
}

static void add_element(tby_buf *b, const char *name, tby_str text)
{
    tby_buf_join(b, "<", name, ">");
    add_text(b, text);
    tby_buf_join(b, "</", name, ">");
}

static void add_number(tby_buf *b, const char *before, double value)
{
    tby_buf_cstr(b, before);
    tby_buf_double(b, value, 1);
}

static void add_point(tby_buf *b, char command, tby_point p)
{
    tby_buf_char(b, command);
    tby_buf_double(b, p.x, 1);
    tby_buf_char(b, ' ');
    tby_buf_double(b, p.y, 1);
}

static void add_label(tby_buf *b, tby_point at, tby_str label)
{
    if (label.n == 0)
        return;
    add_number(b, "<text x=\"", at.x);
    add_number(b, "\" y=\"", at.y);
    tby_buf_cstr(b, "\">");
    add_text(b, label);
    tby_buf_cstr(b, "</text>\n");
}

/* Closes an element that may have a hint. */
static void add_hint(tby_buf *b, const char *name, tby_str hint)
{
    if (hint.n == 0) {
        tby_buf_cstr(b, "/>\n");
        return;
    }
    tby_buf_char(b, '>');
    add_element(b, "title", hint);
    tby_buf_join(b, "</", name, ">\n");
}

/* On the curve, by its definition: three quarters of the way, where a node's
 * curves are apart; half of it for those that meet others at their end. */
static tby_point label_place(const tby_svg_picture *p, const tby_svg_edge *e)
{
    tby_point from = p->nodes[e->from].at, to = p->nodes[e->to].at;
    tby_point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};

    if (e->transposition)
        return middle;
    return (tby_point){0.15625 * from.x + 0.84375 * to.x,
                       0.015625 * from.y + 0.5625 * middle.y + 0.421875 * to.y};
}

typedef struct frame {
    double left, top, right, bottom;
} frame;

static frame frame_of(const tby_svg_picture *p)
{
    frame f = {0, 0, 0, 0};

    for (size_t i = 0; i < p->nodes_n; i++) {
        tby_point at = p->nodes[i].at;
        f.left = i == 0 || at.x < f.left ? at.x : f.left;
        f.right = i == 0 || at.x > f.right ? at.x : f.right;
        f.top = i == 0 || at.y < f.top ? at.y : f.top;
        f.bottom = i == 0 || at.y > f.bottom ? at.y : f.bottom;
    }
    return (frame){f.left - MARGIN, f.top - MARGIN, f.right + MARGIN,
                   f.bottom + MARGIN};
}

void tby_svg_write(tby_buf *b, const tby_svg_picture *p)
{
    frame f = frame_of(p);
    double width = f.right - f.left, height = f.bottom - f.top;

    tby_buf_cstr(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    add_number(b, " width=\"", width);
    add_number(b, "\" height=\"", height);
    add_number(b, "\" viewBox=\"", f.left);
    add_number(b, " ", f.top);
    add_number(b, " ", width);
    add_number(b, " ", height);
    tby_buf_cstr(b, "\">\n");
    add_element(b, "title", p->title);
    tby_buf_join(b, "\n", STYLE);
    add_number(b, "<rect class=\"paper\" x=\"", f.left);
    add_number(b, "\" y=\"", f.top);
    tby_buf_cstr(b, "\" width=\"100%\" height=\"100%\"/>\n");
    for (size_t i = 0; i < p->edges_n; i++) {
        const tby_svg_edge *e = &p->edges[i];
        tby_point from = p->nodes[e->from].at, to = p->nodes[e->to].at;
        bool up = to.y < from.y;

        tby_buf_cstr(b, "<path");
        if (e->transposition || up) {
            tby_buf_join(b, " class=\"",
                         e->transposition && up ? "t u"
                         : up                   ? "u"
                                                : "t",
                         "\"");
        }
        tby_buf_cstr(b, " d=\"");
        /* leaves and arrives upright, so that curves between two ranks cross
         * where straight lines do */
        double middle = (from.y + to.y) / 2;

        add_point(b, 'M', from);
        add_point(b, 'C', (tby_point){from.x, middle});
        add_point(b, ' ', (tby_point){to.x, middle});
        add_point(b, ' ', to);
        tby_buf_char(b, '"');
        add_hint(b, "path", e->hint);
    }
    for (size_t i = 0; i < p->nodes_n; i++) {
        const tby_svg_node *n = &p->nodes[i];
        bool start = n->kind == TBY_SVG_START;

        tby_buf_join(b, "<circle class=\"", CLASSES[n->kind]);
        add_number(b, "\" cx=\"", n->at.x);
        add_number(b, "\" cy=\"", n->at.y);
        add_number(b, "\" r=\"", start ? RADIUS_OF_START : RADIUS);
        tby_buf_char(b, '"');
        add_hint(b, "circle", n->hint);
    }
    /* labels last, so that nothing is drawn over them */
    for (size_t i = 0; i < p->edges_n; i++) {
        const tby_svg_edge *e = &p->edges[i];
        add_label(b, label_place(p, e), e->label);
    }
    for (size_t i = 0; i < p->nodes_n; i++) {
        tby_point at = p->nodes[i].at;
        add_label(b, (tby_point){at.x, at.y - RADIUS_OF_START - 8},
                  p->nodes[i].label);
    }
    tby_buf_cstr(b, "</svg>\n");
}
