import type { BankAccount } from '@quincena/domain/bank-accounts/schema'

/** The account's CLABE in its four parts (bank, place, account, check digit), as people read it aloud. */
export const accountNumber = ({ clabe }: Pick<BankAccount, 'clabe'>) =>
  clabe === null ? 'Sin CLABE' : clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, '$1 $2 $3 $4')
