import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FilterChips } from '../../../components/filter-chips.tsx'
import { GoButton } from '../../../components/links.tsx'
import { ErrorState } from '../../../components/message-state.tsx'
import { NoRequestsDrawing } from '../../../components/phone/empty-drawings.tsx'
import { homeLink } from '../../../components/phone/loaded.tsx'
import { MoreButton } from '../../../components/phone/more-button.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { useUser } from '../../../lib/session.ts'
import { loanHistoryQuery } from '../api.ts'
import { failedTexts } from '../failed-texts.ts'
import { RequestItem } from './request-item.tsx'
import { isRequest, typeOfFilter } from './requests.ts'
import classes from './requests-page.module.css'

const route = getRouteApi('/app/worker/requests')

const filters = [
  { value: 'todas', label: 'Todas' },
  { value: 'anticipos', label: 'Anticipos' },
  { value: 'creditos', label: 'Créditos' },
] as const

type Filter = 'creditos' | 'anticipos' | undefined

const noRequests = (
  <EmptyState
    drawing={<NoRequestsDrawing />}
    title="No hay solicitudes"
    text="Cuando solicites un crédito o un anticipo, aquí verás cómo va."
    action={homeLink}
  />
)

/** Empty state for a worker whose loan is signed, and so is listed as a product. */
const signed = (
  <EmptyState
    drawing={<NoRequestsDrawing />}
    title="No hay solicitudes"
    text="Lo que ya firmaste está en «Mis productos»."
    action={
      <GoButton to="/app/products" variant="light" size="lg">
        Ver mis productos
      </GoButton>
    }
  />
)

function EmptyRequests({ filter }: { filter: Filter }) {
  const { has_credit, has_advance } = useUser()
  const hasSigned = (has_credit && filter !== 'anticipos') || (has_advance && filter !== 'creditos')
  return hasSigned ? signed : noRequests
}

function RequestList({ filter }: { filter: Filter }) {
  const query = useInfiniteQuery(loanHistoryQuery(typeOfFilter(filter)))
  const { data, isPending, error, refetch, hasNextPage } = query
  if (isPending) return <CardsSkeleton cards={4} height={104} />
  if (data === undefined) {
    return <ErrorState title={failedTexts.search} error={error} onRetry={refetch} />
  }
  const requests = data.pages.flatMap(({ results }) => results).filter(isRequest)
  if (requests.length === 0 && !hasNextPage) return <EmptyRequests filter={filter} />
  return (
    <>
      <ul className={stack.list}>
        {requests.map((loan) => (
          <li key={loan.id}>
            <RequestItem loan={loan} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  )
}

/** Screen «Mis solicitudes»: requests and their results. The filter is in the URL. */
export function RequestsPage() {
  const { filter } = route.useSearch()
  const navigate = useNavigate({ from: '/app/requests' })
  return (
    <>
      <ScreenHeader title="Mis solicitudes" />
      <div className={classes.filters}>
        <FilterChips
          label="Tipo de solicitud"
          options={filters}
          value={filter ?? 'todas'}
          onChange={(value) =>
            void navigate({ search: { filter: value === 'todas' ? undefined : value }, replace: true })
          }
        />
      </div>
      <RequestList filter={filter} />
    </>
  )
}
