import { Chip } from "../../ui/chip.tsx";
import { type Kind, kinds } from "./use-timeline.ts";

/** Limits the timeline to one kind. */
export function TimelineFilter(
  { kind, choose }: { kind: Kind; choose: (kind: Kind) => void },
) {
  return (
    <div class="chips timeline-filter" role="group" aria-label="Show only">
      {(Object.keys(kinds) as Kind[]).map((each) => (
        <Chip
          key={each}
          chosen={each === kind}
          onChoose={(chosen) => choose(chosen ? each : "all")}
        >
          {kinds[each]}
        </Chip>
      ))}
    </div>
  );
}
