export * from "../core/src/types";
