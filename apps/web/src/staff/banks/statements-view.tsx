import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import classes from './banks.module.css'
import type { BanksUrl } from './search.ts'
import { StatementCard } from './statement-card.tsx'
import { StatementForm } from './statement-form.tsx'
import { StatementHistory } from './statement-history.tsx'

/** Uploads a statement of an account, shows how far it is and what it brought, and lists the earlier ones. */
export function StatementsView({ account, ...url }: BanksUrl & { account: BankAccount }) {
  const { estado } = url.search
  const show = (id: number | undefined) =>
    void url.navigate({ search: ({ cuenta, vista, page }) => ({ cuenta, vista, page, estado: id }) })
  return (
    <div className={classes.stack}>
      {estado !== undefined ? (
        <StatementCard id={estado} onClose={() => show(undefined)} />
      ) : (
        account.closed_at === null && <StatementForm key={account.id} account={account} onStarted={show} />
      )}
      <StatementHistory account={account} {...url} />
    </div>
  )
}
