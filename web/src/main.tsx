// The page: loads the core, then shows itself.
import "cm-chessboard/assets/chessboard.css";
import "./styles/app.css";
import { render } from "preact";
import { findServer } from "./api";
import { loadCore } from "./core";
import { Shell } from "./ui/shell";

const host = document.getElementById("app")!;

try {
  await Promise.all([loadCore(), findServer()]);
  render(<Shell />, host);
} catch (error) {
  host.textContent = `tabiya cannot start: ${error instanceof Error ? error.message : error}`;
  host.setAttribute("role", "alert");
}
