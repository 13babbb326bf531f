import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import { LinesSide } from './lines-side.tsx'
import classes from './match-view.module.css'
import { PaymentsSide } from './payments-side.tsx'
import type { BanksUrl } from './search.ts'

interface MatchViewProps extends BanksUrl {
  account: BankAccount
}

/**
 * What is to be matched: the lines of the bank beside the payments that no line shows. Choosing a line suggests its
 * payments; on a phone the chosen line and the payments take the place of the lines.
 */
export function MatchView({ account, ...url }: MatchViewProps) {
  const { linea } = url.search
  const choose = (id: number | undefined) =>
    void url.navigate({ search: (old) => ({ ...old, linea: id }), replace: true })
  return (
    <div className={classes.sides} data-chosen={linea !== undefined}>
      <LinesSide account={account} onChoose={choose} {...url} />
      <PaymentsSide key={linea ?? 0} account={account} line_id={linea} onChoose={choose} {...url} />
    </div>
  )
}
