import { Button } from '@mantine/core'
import type { ImportKind } from '@quincena/domain/imports/schema'
import { IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Notice } from '../../components/notice.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import type { ListUrl } from '../../lib/use-list-page.ts'
import classes from '../import/imports-page.module.css'
import type { ImportSearch } from '../import/search.ts'
import { useDownloadTemplate } from './api.ts'
import { History } from './history.tsx'
import { ImportForm } from './import-form.tsx'
import { JobCard } from './job-card.tsx'

const words = {
  users: {
    title: 'Subir usuarios',
    detail: 'Da de alta y actualiza a los trabajadores de una empresa con una hoja de cálculo.',
  },
  companies: {
    title: 'Subir empresas',
    detail: 'Da de alta y actualiza empresas con una hoja de cálculo.',
  },
} satisfies Record<ImportKind, { title: string; detail: string }>

function TemplateButton({ kind }: { kind: ImportKind }) {
  const download = useDownloadTemplate(kind)
  return (
    <Button
      variant="default"
      leftSection={smallIcon(IconDownload)}
      loading={download.isPending}
      onClick={() => download.mutate(undefined, { onError: toast.error })}
    >
      Descargar plantilla
    </Button>
  )
}

function ImportsPage({ kind, ...url }: ListUrl<ImportSearch> & { kind: ImportKind }) {
  const { carga } = url.search
  const show = (change: ImportSearch) => void url.navigate({ search: (old) => ({ ...old, ...change }) })
  const mayImport = useUser().user_type === 'U0' || kind === 'users'
  return (
    <>
      <PageHeader
        title={words[kind].title}
        crumbs={[<HomeCrumb key="home" />, 'Cargas']}
        {...(mayImport && { detail: words[kind].detail, actions: <TemplateButton kind={kind} /> })}
      />
      <div className={classes.stack}>
        {!mayImport ? (
          <Notice tone="info">Solo un administrador puede subir empresas.</Notice>
        ) : carga === undefined ? (
          <ImportForm kind={kind} onStarted={(job) => show({ carga: job, page: undefined })} />
        ) : (
          <JobCard id={carga} onClose={() => show({ carga: undefined })} />
        )}
        {mayImport && <History kind={kind} {...url} />}
      </div>
    </>
  )
}

const usersRoute = getRouteApi('/staff/subir-usuarios')
const companiesRoute = getRouteApi('/staff/subir-empresas')

/** Imports the workers of a company from a spreadsheet. */
export function ImportUsersPage() {
  return <ImportsPage kind="users" search={usersRoute.useSearch()} navigate={usersRoute.useNavigate()} />
}

/** Imports companies from a spreadsheet. */
export function ImportCompaniesPage() {
  const navigate = companiesRoute.useNavigate()
  return <ImportsPage kind="companies" search={companiesRoute.useSearch()} navigate={navigate} />
}
