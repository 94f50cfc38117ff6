/* book_int.h - an open book, for the files that work on it. */
#ifndef TBY_APP_WASM_BOOK_INT_H
#define TBY_APP_WASM_BOOK_INT_H

#include "app/wasm/book/book.h"
#include "app/wasm/room.h"

typedef struct book {
    tby_buf block;
    tby_book book; /* a view of it */
    /* Made when they are asked for. */
    tby_search *search;
    tby_families families;
    bool divided;
} book;

/* An open one; NULL has been refused. */
book *book_of(uint32_t handle);

#endif
