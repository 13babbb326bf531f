import type { ShownBrand } from '@quincena/domain/brand/schema'
import type { Lender } from '@quincena/domain/lender/schema'

/** The brand in force on the business day of the call. */
export interface CurrentBrand {
  /** The lender as papers and mails state it. */
  lender: Lender
  /** The product's name. */
  trade_name: string
  colors: ShownBrand['colors']
  /** What every screen shows. */
  shown: ShownBrand
}

/** A logo with its picture. */
export interface LogoPicture {
  sha256: string
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  bytes: Buffer
}

/** The only reader of the lender's data and brand; `platform/brand` implements it. */
export interface BrandInForce {
  /** The brand in force now. It comes from memory: no query, no waiting. */
  current: () => CurrentBrand
  /** The picture of the logo in force, read once; undefined without one. */
  readLogo: () => Promise<LogoPicture | undefined>
  /** Reads the versions again; a process that published calls it, the others hear the event. */
  reload: () => Promise<void>
}
