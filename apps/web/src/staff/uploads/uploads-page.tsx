import { Button } from '@mantine/core'
import type { ImportKind } from '@quincena/domain/imports/schema'
import { IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Notice } from '../../components/notice.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { useDownloadTemplate } from './api.ts'
import { History } from './history.tsx'
import { JobCard } from './job-card.tsx'
import type { UploadSearch } from './search.ts'
import { UploadForm } from './upload-form.tsx'
import classes from './uploads-page.module.css'

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
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined, { onError: toast.error })}
    >
      Descargar plantilla
    </Button>
  )
}

interface UploadsPageProps {
  kind: ImportKind
  search: UploadSearch
  onSearch: (change: UploadSearch) => void
}

function UploadsPage({ kind, search, onSearch }: UploadsPageProps) {
  const { carga, page = 1 } = search
  const mayUpload = useUser().user_type === 'U0' || kind === 'users'
  return (
    <>
      <PageHeader
        title={words[kind].title}
        crumbs={[<HomeCrumb key="home" />, 'Carga']}
        {...(mayUpload && { detail: words[kind].detail, actions: <TemplateButton kind={kind} /> })}
      />
      <div className={classes.stack}>
        {!mayUpload ? (
          <Notice tone="info">Solo un administrador puede subir empresas.</Notice>
        ) : carga === undefined ? (
          <UploadForm kind={kind} onStarted={(job) => onSearch({ carga: job, page: undefined })} />
        ) : (
          <JobCard id={carga} onClose={() => onSearch({ carga: undefined })} />
        )}
        {mayUpload && (
          <History
            kind={kind}
            page={page}
            onPage={(next) => onSearch({ page: next })}
            onOpen={(id) => onSearch({ carga: id })}
          />
        )}
      </div>
    </>
  )
}

const usersRoute = getRouteApi('/staff/subir-usuarios')
const companiesRoute = getRouteApi('/staff/subir-empresas')

/** Imports the workers of a company from a spreadsheet. */
export function UploadUsersPage() {
  const navigate = usersRoute.useNavigate()
  const onSearch = (change: UploadSearch) => void navigate({ search: (old) => ({ ...old, ...change }) })
  return <UploadsPage kind="users" search={usersRoute.useSearch()} onSearch={onSearch} />
}

/** Imports companies from a spreadsheet. */
export function UploadCompaniesPage() {
  const navigate = companiesRoute.useNavigate()
  const onSearch = (change: UploadSearch) => void navigate({ search: (old) => ({ ...old, ...change }) })
  return <UploadsPage kind="companies" search={companiesRoute.useSearch()} onSearch={onSearch} />
}
