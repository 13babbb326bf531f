import { formatDateTime } from '@quincena/domain/format'
import { textDocuments } from '@quincena/domain/texts/documents'
import type { TextDetail } from '@quincena/domain/texts/schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AdminOnly } from '../../components/admin-only.tsx'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import { SettingsCrumb } from '../protected-setting/settings-header.tsx'
import { textQuery } from '../text/api.ts'
import { PublishButton } from '../text/publish-button.tsx'
import { TextStatus } from '../text/text-status.tsx'
import { sinceText } from '../text/words.ts'
import { CompareCard } from './compare-card.tsx'
import type { TextDetailSearch } from './search.ts'
import classes from './text-detail-page.module.css'
import { VersionDialog } from './version-dialog.tsx'
import { VersionsCard } from './versions-card.tsx'

const detailOf = ({ in_force }: TextDetail) =>
  in_force === null
    ? 'Todavía no hay una versión en vigor'
    : `Versión ${in_force.version}, en vigor ${sinceText(in_force.effective_date)}`

function Actions({ text }: { text: TextDetail }) {
  const { document, draft } = text
  return (
    <>
      <ButtonLink to="/configuracion/textos/$document/borrador" params={{ document }} variant="default">
        {draft === null ? 'Escribir una versión' : 'Abrir el borrador'}
      </ButtonLink>
      {draft !== null && <PublishButton text={text} draft={draft} />}
    </>
  )
}

interface PartsProps {
  text: TextDetail
  search: TextDetailSearch
  onSearch: (change: TextDetailSearch) => void
}

function Parts({ text, search, onSearch }: PartsProps) {
  const { document, draft, versions } = text
  return (
    <div className={classes.parts}>
      <TextStatus text={text} />
      {draft !== null && (
        <p className={classes.second}>
          Hay un borrador, guardado por {draft.updated.name ?? 'alguien que ya no está'} el{' '}
          {formatDateTime(draft.updated.at)}.
        </p>
      )}
      <VersionsCard document={document} versions={versions} search={search} />
      <CompareCard text={text} search={search} onSearch={onSearch} />
      <VersionDialog
        document={document}
        version={search.version}
        onClose={() => onSearch({ version: undefined })}
      />
    </div>
  )
}

const route = getRouteApi('/staff/configuracion/textos/$document')

/** A document: its versions with who published them, the comparison of any two, and the way to the draft. */
export function TextDetailPage() {
  const { document } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useUser().user_type === 'U0'
  const query = useQuery({ ...textQuery(document), enabled: isAdmin })
  const { name } = textDocuments[document]
  usePageTitle(name)
  const list = (
    <AnchorLink key="list" to="/configuracion/textos" {...crumbLinkProps}>
      Textos
    </AnchorLink>
  )
  const onSearch = (change: TextDetailSearch) => void navigate({ search: (old) => ({ ...old, ...change }) })
  const text = query.data
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[<HomeCrumb key="home" />, <SettingsCrumb key="settings" />, list, name]}
        detail={text === undefined ? ' ' : detailOf(text)}
        actions={text && <Actions text={text} />}
      />
      {!isAdmin && <AdminOnly />}
      {isAdmin && text === undefined && <LoadState query={query} title="No se pudo cargar el texto." />}
      {text && <Parts text={text} search={search} onSearch={onSearch} />}
    </>
  )
}
