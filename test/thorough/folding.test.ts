// With KITH_THOROUGH more texts are normalized.
import "../sql/folding.test.ts";
