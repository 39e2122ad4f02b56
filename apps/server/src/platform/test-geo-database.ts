// For tests: writes database files in MaxMind's format (https://maxmind.github.io/MaxMind-DB/), of version 2.0 with
// 24-bit records, as small as they can be.

import { writeFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'

export type GeoValue = string | number | readonly GeoValue[] | { readonly [key: string]: GeoValue }

/** By address: each has a network of its own alone. */
export type GeoRecords = Readonly<Record<string, GeoValue>>

export async function writeGeoDatabase(path: string, records: GeoRecords): Promise<void> {
  await writeFile(path, geoDatabase(records))
}

/** A node has two branches: another node, what is known there, or nothing. */
interface TreeNode {
  readonly branches: [Branch, Branch]
}
type Branch = TreeNode | { readonly offset: number } | undefined

function geoDatabase(records: GeoRecords): Buffer {
  const values: Buffer[] = []
  const root: TreeNode = { branches: [undefined, undefined] }
  let offset = 0
  for (const [address, record] of Object.entries(records)) {
    put(root, bitsOf(address), { offset })
    const value = encode(record)
    values.push(value)
    offset += value.length
  }
  const nodes = nodesOf(root)
  const separator = Buffer.alloc(16)
  return Buffer.concat([encodeTree(nodes), separator, ...values, metadataMarker, encode(metadataOf(nodes.length))])
}

const metadataMarker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')

function metadataOf(nodeCount: number): GeoValue {
  return {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    description: { en: 'For tests' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodeCount,
    record_size: 24,
  }
}

/** IPv4 addresses are the last 32 of 128 bits, all others 0. */
function bitsOf(address: string): number[] {
  const bytes = isIPv4(address)
    ? [...Array<number>(12).fill(0), ...address.split('.').map(Number)]
    : bytesOfIPv6(address)
  return bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((place) => (byte >> place) & 1))
}

function bytesOfIPv6(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
}

function put(root: TreeNode, bits: readonly number[], leaf: { offset: number }): void {
  let node = root
  for (const [depth, bit] of bits.entries()) {
    const side = bit === 0 ? 0 : 1
    if (depth === bits.length - 1) {
      node.branches[side] = leaf
      return
    }
    const known = node.branches[side]
    const next: TreeNode = known !== undefined && 'branches' in known ? known : { branches: [undefined, undefined] }
    node.branches[side] = next
    node = next
  }
}

function nodesOf(root: TreeNode): TreeNode[] {
  const nodes = [root]
  for (const { branches } of nodes) {
    for (const branch of branches) if (branch !== undefined && 'branches' in branch) nodes.push(branch)
  }
  return nodes
}

/** A record is a node's number; the count of nodes: nothing is known; beyond it, and 16 more: where the value stands. */
function encodeTree(nodes: readonly TreeNode[]): Buffer {
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [number, { branches }] of nodes.entries()) {
    for (const [side, branch] of branches.entries()) {
      tree.writeUIntBE(recordOf(branch, numbers), number * 6 + side * 3, 3)
    }
  }
  return tree
}

function recordOf(branch: Branch, numbers: ReadonlyMap<TreeNode, number>): number {
  if (branch === undefined) return numbers.size
  return 'branches' in branch ? (numbers.get(branch) ?? numbers.size) : numbers.size + 16 + branch.offset
}

/** The type in the first three bits of a control byte, the length in the other five, or in a byte more. */
function control(type: number, length: number): Buffer {
  const [typeBits, extended] = type <= 7 ? [type, []] : [0, [type - 7]]
  if (length >= 285) throw new RangeError('this writer is for short values')
  const [lengthBits, more] = length < 29 ? [length, []] : [29, [length - 29]]
  return Buffer.from([(typeBits << 5) | lengthBits, ...extended, ...more])
}

const types = { text: 2, uint32: 6, map: 7, array: 11 } as const

function encode(value: GeoValue): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(types.text, text.length), text])
  }
  if (typeof value === 'number') {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(value)
    return Buffer.concat([control(types.uint32, 4), number])
  }
  if (isList(value)) return Buffer.concat([control(types.array, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    control(types.map, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ])
}

const isList = (value: GeoValue): value is readonly GeoValue[] => Array.isArray(value)
