import { UnstyledButton } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { errorText } from '../../lib/api-error.ts'
import { loanChoicesQuery } from './api.ts'
import classes from './incoming-dialog.module.css'

interface ChoicesProps {
  search: string
  onChoose: (loan_id: number) => void
}

function Choice({ loan, onChoose }: { loan: LoanListItem } & Pick<ChoicesProps, 'onChoose'>) {
  return (
    <UnstyledButton className={classes.choice} onClick={() => onChoose(loan.id)}>
      <span className={classes.person}>
        {loan.user.first_name} {loan.user.last_name}
        <span className={classes.second}>
          {loan.folio} · {loan.user.company_name}
        </span>
      </span>
      {formatMoney(loan.amount_due)}
    </UnstyledButton>
  )
}

function Choices({ search, onChoose }: ChoicesProps) {
  const { data, error } = useQuery(loanChoicesQuery(search))
  if (search === '') return null
  if (error && data === undefined) return <Notice tone="problem">{errorText(error)}</Notice>
  if (data === undefined) return <LinesSkeleton lines={2} />
  const loans = data.results.filter(({ state }) => isPayable(state))
  if (loans.length === 0)
    return <Notice tone="info">Ningún préstamo vigente con deuda coincide con tu búsqueda.</Notice>
  return (
    <ul className={classes.choices} aria-label="Préstamos que coinciden">
      {loans.map((loan) => (
        <li key={loan.id}>
          <Choice loan={loan} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

/** Searches the loan to be paid by folio or name; offers only loans in force with an amount due. */
export function LoanChoice({ onChoose }: Pick<ChoicesProps, 'onChoose'>) {
  const [search, setSearch] = useState('')
  return (
    <>
      <SearchField
        value={search}
        onSearch={setSearch}
        label="Buscar préstamo"
        placeholder="Folio o nombre de la persona"
        debounce_ms={300}
      />
      <Choices search={search} onChoose={onChoose} />
    </>
  )
}
