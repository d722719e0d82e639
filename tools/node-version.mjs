/**
 * Ends with one line where Node is older than package.json allows. Each npm script runs it before anything else: tsx and
 * the packages fail on an old Node with errors of their own. JavaScript, because an old Node has to be able to run it.
 */
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
const oldest = JSON.parse(text).engines.node.replace(">=", "");
const [major, minor] = oldest.split(".").map(Number);
const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `kith: Kith needs Node ${oldest} or newer; this is ${process.versions.node} (${process.execPath}).`,
  );
  process.exit(1);
}
