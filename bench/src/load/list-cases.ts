// The lists of devices that are measured: every filter, every order, the first page and deep ones.

export interface ListCase {
  readonly name: string
  /** As the API takes them. */
  readonly wish: {
    readonly from?: number
    readonly sort?: string
    readonly state?: 'active' | 'inactive'
    readonly owner?: boolean
    readonly tag?: { readonly operator: 'ANY' | 'ALL'; readonly values: readonly string[] }
    readonly platform?: readonly number[]
    readonly application?: readonly number[]
    readonly name?: string
  }
}

/** `length`: of the account's list, for pages near its middle and its end. */
export function listCases(length: number): ListCase[] {
  const [middle, end] = [Math.floor(length / 2), length - 100]
  const sorts = [
    'state,name',
    '-state,name',
    'name',
    '-name',
    'platform,name',
    '-platform,name',
    'created,state,name',
    '-created,state,name',
    'lastReported,name',
    '-lastReported,name',
    'owner.email,name',
    '-owner.email,name',
    'endpoint.quality,name',
    '-endpoint.quality,name',
  ]
  const common = { operator: 'ANY', values: ['production', 'lab'] } as const
  return [
    ...sorts.map((sort) => ({ name: sort, wish: { sort } })),
    { name: 'state,name, the end', wish: { from: end } },
    { name: 'state,name, the middle', wish: { from: middle } },
    { name: '-state,name, the middle', wish: { sort: '-state,name', from: middle } },
    { name: '-name, the middle', wish: { sort: '-name', from: middle } },
    { name: 'platform,name, the middle', wish: { sort: 'platform,name', from: middle } },
    { name: 'created,state,name, the middle', wish: { sort: 'created,state,name', from: middle } },
    { name: 'lastReported,name, the middle', wish: { sort: 'lastReported,name', from: middle } },
    { name: 'active', wish: { state: 'active' } },
    { name: 'inactive, deep', wish: { state: 'inactive', from: Math.floor(length / 5) } },
    { name: 'own', wish: { owner: true } },
    { name: 'shared with me', wish: { owner: false } },
    { name: 'any of two tags', wish: { tag: common } },
    { name: 'any of two tags, deep', wish: { tag: common, from: Math.floor(length / 5) } },
    { name: 'all of three tags', wish: { tag: { operator: 'ALL', values: ['production', 'retail', 'outdoor'] } } },
    { name: 'a rare tag', wish: { tag: { operator: 'ANY', values: ['decommission'] } } },
    { name: 'a tag, by name', wish: { tag: common, sort: 'name' } },
    { name: 'of two platforms', wish: { platform: [1072, 769] } },
    { name: 'of a rare platform', wish: { platform: [1210] } },
    { name: 'with RDP', wish: { application: [5] } },
    { name: 'with SSH', wish: { application: [28] } },
    { name: 'named like 00077', wish: { name: '00077' } },
    { name: 'named like カメラ', wish: { name: 'カメラ' } },
    { name: 'named like gateway', wish: { name: 'gateway' } },
    { name: 'named like ssh', wish: { name: 'ssh' } },
    { name: 'cam, active, Raspberry Pi', wish: { name: 'cam', state: 'active', platform: [1072] } },
  ] satisfies ListCase[]
}
