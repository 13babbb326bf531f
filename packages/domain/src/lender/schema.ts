import { z } from 'zod'
import type { LoanType } from '../loans/rules.ts'
import { DEFAULT_TRADE_NAME } from './trade-name.ts'

/**
 * The lender as contracts, letters and notices name it. The fields that may be absent came later: data stored before has
 * none of them, so that its hash stays.
 */
export const lender = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** Registration number of the contract of adhesion in CONDUSEF's RECA; empty while there is none. */
  reca: z.string(),
  /** That of the advance's contract; absent: `reca` for both. */
  reca_advance: z.string().optional(),
  /** HTTPS address of the lender's site. */
  website: z.string().optional(),
  /** Data of the lender's UNE; absent: its address, phone and e-mail. */
  une_address: z.string().optional(),
  une_phone: z.string().optional(),
  une_email: z.string().optional(),
  une_hours: z.string().optional(),
  /** Who signs for the lender. */
  representative: z.string().optional(),
  /** The product's name on screens and papers; absent: `DEFAULT_TRADE_NAME`. */
  trade_name: z.string().optional(),
  /** SHA-256 of the logo; absent: the product's mark. */
  logo: z.string().optional(),
  /** Colour of headings and figures, `#RRGGBB`; absent: the product's. */
  color: z.string().optional(),
})
export type Lender = z.infer<typeof lender>

/** The product's name of a lender. */
export const tradeNameOf = ({ trade_name = DEFAULT_TRADE_NAME }: Pick<Lender, 'trade_name'>): string =>
  trade_name

/** Number of a product's contract in CONDUSEF's RECA; empty while there is none. */
export const recaOf = (lender: Lender, type: LoanType): string =>
  type === 'advance' ? (lender.reca_advance ?? lender.reca) : lender.reca

/** Where users of the lender's UNE find it: the lender's own data where the UNE has none. */
export const uneOf = (lender: Lender) => ({
  address: lender.une_address ?? lender.address,
  phone: lender.une_phone ?? lender.phone,
  email: lender.une_email ?? lender.email,
  hours: lender.une_hours ?? '',
})
