import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { NotFoundState } from '../../components/message-state.tsx'
import { bankAccountsQuery } from '../bank/api.ts'
import { AccountView } from './account-view.tsx'
import { AccountsView } from './accounts-view.tsx'
import type { BanksUrl } from './search.ts'

const route = getRouteApi('/staff/tesoreria/bancos')

function ChosenAccount({ id, ...url }: BanksUrl & { id: number }) {
  const query = useQuery(bankAccountsQuery)
  if (query.data === undefined) return <LoadState query={query} title="Error al cargar la cuenta." />
  const account = query.data.results.find((one) => one.id === id)
  if (account !== undefined) return <AccountView account={account} {...url} />
  return (
    <NotFoundState
      action={
        <ButtonLink to="/tesoreria/bancos" search={{}} variant="light">
          Ver las cuentas
        </ButtonLink>
      }
    />
  )
}

/** The lender's bank accounts; one of them with its statements and what is to be matched. */
export function BanksPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (search.cuenta !== undefined)
    return <ChosenAccount id={search.cuenta} search={search} navigate={navigate} />
  return <AccountsView />
}
