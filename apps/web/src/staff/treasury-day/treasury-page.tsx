import { formatDate, formatLongDate } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ExportMenu } from '../../components/export-menu.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import type { ListProps } from '../../lib/list-search.ts'
import { today } from '../../lib/today.ts'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { type Days, dayQuery, monthOf } from './api.ts'
import { DayBar } from './day-bar.tsx'
import { Balances, Flows, Transit } from './figures.tsx'
import { Movements } from './movements.tsx'
import { OpeningNotice } from './opening-notice.tsx'
import type { TreasurySearch } from './search.ts'
import { StpCheck } from './stp-check.tsx'
import classes from './treasury-page.module.css'
import { TrialBalancePart } from './trial-balance.tsx'

const views = [
  { value: 'day', label: 'Movimientos' },
  { value: 'balance', label: 'Balanza' },
] as const
const periods = [
  { value: 'day', label: 'Día' },
  { value: 'month', label: 'Mes' },
] as const

interface PartProps extends ListProps<TreasurySearch> {
  day: string
}

interface ListPartProps extends PartProps {
  days: Days
}

function DayPart({ day, ...list }: ListPartProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(dayQuery(day))
  if (data === undefined)
    return error ? (
      <ErrorState title="No se pudo cargar el día." error={error} onRetry={refetch} />
    ) : (
      <CardsSkeleton cards={3} height={140} />
    )
  return (
    <div className={classes.parts} data-stale={isPlaceholderData}>
      {data.wrong_totals > 0 && (
        <Notice tone="problem">
          La revisión de anoche encontró totales diarios que no coinciden con los movimientos. Diagnóstico, en
          Contabilidad, dice cuáles son.
        </Notice>
      )}
      <Balances day={data} />
      <div className={classes.columns}>
        <Flows day={data} direction="in" />
        <Flows day={data} direction="out" />
        <Transit day={data} />
        <StpCheck day={data} />
      </div>
      <Movements {...list} />
    </div>
  )
}

/** Which part is shown, of which day, and for how long. */
function Choices({ day, search, onSearch }: PartProps) {
  const choose = (change: TreasurySearch) => onSearch({ set: undefined, ...change })
  return (
    <div className={classes.choices}>
      <DayBar day={day} onDay={(chosen) => choose({ day: chosen === today() ? undefined : chosen })} />
      <div className={classes.chips}>
        <FilterChips
          label="Qué ver"
          options={views}
          value={search.view ?? 'day'}
          onChange={(view) => choose({ view: view === 'balance' ? view : undefined })}
        />
        <FilterChips
          label="Periodo"
          options={periods}
          value={search.period ?? 'day'}
          onChange={(period) => choose({ period: period === 'month' ? period : undefined })}
        />
      </div>
    </div>
  )
}

const route = getRouteApi('/staff/tesoreria')

/** The account at STP on one day, with every figure's movements; or the trial balance of a day or month. */
export function TreasuryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (change: TreasurySearch) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) })
  const { day = today(), view, period, set } = search
  const isMonth = period === 'month'
  const days = isMonth ? monthOf(day) : { from: day, to: day }
  const isBalance = view === 'balance'
  const list = { days, search, onSearch }
  return (
    <>
      <PageHeader
        title="Tesorería"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail={
          isMonth
            ? `Del ${formatDate(days.from)} al ${formatDate(days.to)}`
            : formatLongDate(day, { withYear: true })
        }
        actions={
          <ExportMenu
            path={isBalance ? '/treasury/trial-balance/export' : '/treasury/movements/export'}
            filters={isBalance ? { ...days } : { ...days, set }}
            count={1}
          />
        }
      />
      <TreasuryNav />
      <Choices day={day} search={search} onSearch={onSearch} />
      <OpeningNotice />
      {isBalance && <TrialBalancePart days={days} />}
      {!isBalance && !isMonth && <DayPart day={day} {...list} />}
      {!isBalance && isMonth && <Movements {...list} />}
    </>
  )
}
