/** Calls through a member of an operations table that the analysis follows, by hand: where they lead is known. */
export interface IndirectEdge {
  /** The member that is called: `vport->ops->destroy(vport)`. */
  readonly member: string;
  /** The struct whose initialisers assign it. */
  readonly struct: string;
}

/**
 * Followed within the caller's folder, and counted with medium confidence. Sources: net/openvswitch/vport.c
 * (ovs_vport_del), the rtnl_link_ops users of net/ and drivers/net.
 */
export const INDIRECT_EDGES: readonly IndirectEdge[] = [
  { member: 'destroy', struct: 'vport_ops' },
  { member: 'dellink', struct: 'rtnl_link_ops' },
];
