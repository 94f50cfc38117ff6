// The app, asked for by first.ts: loads the core and what the link asks for,
// then takes the place of the first picture.
import "./styles/app.css";
import { render } from "preact";
import { findServer } from "./api";
import { loadCore } from "./core";
import { prepare, Shell } from "./ui/shell";

async function start(): Promise<void> {
  const host = document.getElementById("app")!;
  const first = document.getElementById("first");
  try {
    await prepare(Promise.all([loadCore(), findServer()]));
    // both before the next frame, so that nothing moves
    first?.remove();
    render(<Shell />, host);
  } catch (error) {
    first?.remove();
    host.textContent = `tabiya cannot start: ${error instanceof Error ? error.message : error}`;
    host.setAttribute("role", "alert");
  }
}

// a single file asks for nothing: its picture is painted first here
if (__SINGLE__ && !document.hidden) requestAnimationFrame(() => setTimeout(start));
else void start();
