import { afterEach } from "vitest";
import { endVisits } from "./visit.ts";

afterEach(endVisits);
