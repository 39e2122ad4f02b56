// Where on Earth an address is, from database files in MaxMind's format that the operator puts there, and replaces
// whenever there are newer ones. Nothing is asked of anybody else.

import { readFile, stat } from 'node:fs/promises'
import { Reader } from 'mmdb-lib'
import { placeOf, type Place } from './geo-record.ts'
import type { Log } from './log.ts'
import { isPublicAddress } from './public-address.ts'
import { repeatWork } from './repeated-work.ts'

export type { Place }

export interface Geo extends AsyncDisposable {
  /** Undefined when nobody knows, as for a private address. */
  placeOf(address: string | undefined, language: string): Place | undefined
}

export interface GeoOptions {
  /** Of several, an earlier file's word counts, and a later one adds what it does not say. */
  readonly paths: readonly string[]
  readonly log: Log
  readonly lookEveryMs?: number
}

const hourMs = 3_600_000

/** Without a database nothing is known of any address. */
export const noGeo: Geo = { placeOf: () => undefined, [Symbol.asyncDispose]: () => Promise.resolve() }

/** Rejects when a file cannot be read: a setting that does nothing would be a riddle. */
export async function openGeo({ paths, log, lookEveryMs = hourMs }: GeoOptions): Promise<Geo> {
  if (paths.length === 0) return noGeo
  const files = await Promise.all(paths.map((path) => GeoFile.open(path)))
  const look = repeatWork({
    name: 'geo',
    everyMs: lookEveryMs,
    log,
    work: () => Promise.all(files.map((file) => file.refresh(log))),
  })
  return {
    placeOf(address, language) {
      if (address === undefined || !isPublicAddress(address)) return undefined
      const places = files.flatMap((file) => file.placeOf(address, language) ?? [])
      return places.length === 0 ? undefined : places.reduceRight(completed)
    },
    [Symbol.asyncDispose]: () => look[Symbol.asyncDispose](),
  }
}

/** The second, with what the first adds. */
function completed(more: Place, place: Place): Place {
  return {
    connectionType: place.connectionType ?? more.connectionType,
    countryName: place.countryName ?? more.countryName,
    stateName: place.stateName ?? more.stateName,
    city: place.city ?? more.city,
    isp: place.isp ?? more.isp,
  }
}

class GeoFile {
  readonly #path: string
  #reader: Reader<object>
  #changedAtMs: number

  private constructor(path: string, reader: Reader<object>, changedAtMs: number) {
    this.#path = path
    this.#reader = reader
    this.#changedAtMs = changedAtMs
  }

  static async open(path: string): Promise<GeoFile> {
    try {
      const { mtimeMs } = await stat(path)
      return new GeoFile(path, new Reader(await readFile(path)), mtimeMs)
    } catch (cause) {
      throw new Error(`the geo database ${path} cannot be read`, { cause })
    }
  }

  placeOf(address: string, language: string): Place | undefined {
    return placeOf(this.#reader.get(address), language)
  }

  /** A file that is no database, or is just being written, leaves things as they are until the next look. */
  async refresh(log: Log): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.#path)
      if (mtimeMs === this.#changedAtMs) return
      this.#reader = new Reader(await readFile(this.#path))
      this.#changedAtMs = mtimeMs
      log.info({ path: this.#path }, 'a newer geo database is in use')
    } catch (error) {
      log.warn({ err: error, path: this.#path }, 'the newer geo database cannot be read; the former one stays in use')
    }
  }
}
