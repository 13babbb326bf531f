import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FilterChips } from '../../../components/filter-chips.tsx'
import { NoDownloadsDrawing } from '../../../components/phone/empty-drawings.tsx'
import { homeLink } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import classes from './download-history-page.module.css'
import { DownloadList } from './download-list.tsx'
import { InterestCertificate } from './interest-certificate.tsx'

const route = getRouteApi('/app/worker/download-history')

const options = [
  { value: 'todas', label: 'Todas' },
  { value: 'contratos', label: 'Contratos' },
  { value: 'comprobantes', label: 'Comprobantes' },
  { value: 'estados', label: 'Estados de cuenta' },
  { value: 'constancias', label: 'Constancias' },
] as const

const kinds = {
  contratos: 'contract',
  comprobantes: 'receipt',
  estados: 'statement',
  constancias: 'no_debt_letter',
} as const

const none = (
  <EmptyState
    drawing={<NoDownloadsDrawing />}
    title="Todavía no hay descargas"
    text="Aquí encontrarás tus contratos, comprobantes de pago y estados de cuenta."
    action={homeLink}
  />
)

/**
 * Contracts, receipts, statements and letters of all loans, and the certificate of interest, to save on the device. The
 * filter is in the URL.
 */
export function DownloadHistoryPage() {
  const { kind } = route.useSearch()
  const navigate = useNavigate({ from: '/app/download-history' })
  return (
    <>
      <ScreenHeader title="Mis descargas" backTo="/app/profile" />
      <div className={classes.filters}>
        <FilterChips
          label="Tipo de archivo"
          options={options}
          value={kind ?? 'todas'}
          onChange={(value) =>
            void navigate({ search: { kind: value === 'todas' ? undefined : value }, replace: true })
          }
        />
      </div>
      <div className={stack.stack}>
        <DownloadList filter={{ kind: kind && kinds[kind] }} empty={none} />
        <InterestCertificate />
      </div>
    </>
  )
}
