import { lazyRouteComponent } from "@tanstack/react-router";

/** One meter's leak, as a part that the list does not load; to be loaded before it is shown. */
export const LeakOfMeter = lazyRouteComponent(
  async () => ({
    LeakOfMeter: (await import("../leak-detail/LeakDetail.tsx")).LeakDetail,
  }),
  "LeakOfMeter",
);
