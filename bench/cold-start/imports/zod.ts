import "zod";
import "./nothing.ts";
