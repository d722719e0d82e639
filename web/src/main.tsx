/** Starts the page: its styles, this tab among others, and the application. */
import { render } from "preact";
import "@fontsource-variable/figtree/wght.css";
import { App } from "./app.tsx";
import { language } from "./base/texts.ts";
import { takeTab } from "./base/tab.ts";
import { registerWorker } from "./offline/worker.ts";
import "./styles/tokens.css";
import "./styles/layout.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/dialogs.css";
import "./styles/shell.css";
import "./styles/people.css";
import "./styles/person.css";
import "./styles/today.css";
import "./styles/account.css";

document.documentElement.lang = language;
await takeTab();
render(<App />, document.getElementById("app")!);
registerWorker();
