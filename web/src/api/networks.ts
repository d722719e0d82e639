import { kith } from "./kith.ts";
import type { Network, NetworkCreate } from "./types.ts";
import { ifMatch, tagged, written } from "./written.ts";

export const getNetwork = (id: string): Promise<Network> =>
  tagged(kith.GET("/networks/{id}", { params: { path: { id } } }));

export const createNetwork = (body: NetworkCreate) => written(kith.POST("/networks", { body }));

/** Changes a network, only if it is as it was read. */
export const updateNetwork = (network: Network, body: Partial<NetworkCreate>) =>
  written(
    kith.PATCH("/networks/{id}", {
      params: { path: { id: network.id }, ...ifMatch(network) },
      body,
    }),
  );

export const deleteNetwork = (id: string) =>
  written(kith.DELETE("/networks/{id}", { params: { path: { id } } }));
