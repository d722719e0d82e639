// With KITH_THOROUGH it looks at every place of every route where an id can stand.
import "../http/isolation-cost.test.ts";
