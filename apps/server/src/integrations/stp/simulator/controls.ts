import type { Bank } from './bank.ts'
import type { Faults } from './faults.ts'
import type { Forger } from './forgeries.ts'
import type { Settings } from './settings.ts'

/** Everything that /admin can read and change. */
export interface Controls {
  bank: Bank
  faults: Faults
  settings: Settings
  forger: Forger
}
