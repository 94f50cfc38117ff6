/* layout_int.h - coordinates between a page and the library. */
#ifndef TBY_APP_WASM_LAYOUT_INT_H
#define TBY_APP_WASM_LAYOUT_INT_H

#include <math.h>

/* As files hold it; a Float32 is not a multiple of a tenth. */
static inline double tenth(float x)
{
    return round((double)x * 10) / 10;
}

#endif
