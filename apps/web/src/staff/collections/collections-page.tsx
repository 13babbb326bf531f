import type { CollectionItem } from '@quincena/domain/collections/schema'
import { IconPhone } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { RowAction } from '../../components/data-table-types.ts'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { ContactDialog } from '../activity/contact-dialog.tsx'
import { typeWords } from '../loan/words.ts'
import { collectionParams, collectionsQuery } from './api.ts'
import { collectionColumns } from './collection-columns.tsx'
import { CollectionFilters, noCollectionFilters } from './collection-filters.tsx'
import { collectionSearch } from './search.ts'

const route = getRouteApi('/staff/cobranza')

/** The loans that are late or fall due within a week, with the last contact and what follows. */
export function CollectionsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListPage({ search, navigate, parse: collectionSearch, query: collectionsQuery(search) })
  const [called, setCalled] = useState<CollectionItem | null>(null)
  const actions: RowAction<CollectionItem>[] = [
    { label: 'Registrar contacto', icon: smallIcon(IconPhone), onSelect: setCalled },
  ]
  return (
    <>
      <PageHeader
        title="Cobranza"
        crumbs={[<HomeCrumb key="home" />, 'Gestión']}
        detail={pluralize(list.count, 'préstamo', 'préstamos')}
        actions={
          <ExportMenu path="/collections/export" filters={collectionParams(search)} count={list.count} />
        }
      />
      <CollectionFilters search={search} onSearch={list.onSearch} totals={list.data?.ages ?? {}} />
      <DataTable
        label="Cobranza"
        columns={collectionColumns}
        {...list.table}
        errorTitle="No se pudo cargar la cobranza."
        linkOf={({ id, type }) => ({
          to: typeWords[type].detailPath,
          params: { id },
          search: { tab: 'actividad' },
        })}
        actions={actions}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={noCollectionFilters} />}
      />
      {called !== null && (
        <ContactDialog
          loan={called}
          person={`${called.user.first_name} ${called.user.last_name}`}
          opened
          onClose={() => setCalled(null)}
        />
      )}
    </>
  )
}
