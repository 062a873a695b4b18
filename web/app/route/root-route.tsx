import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";

/** Above all screens. It gives every route the cache that loaders fill. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();
