import { parseSync, type TSType } from 'oxc-parser'

/** What a column's type says: the base type of its values and what the database does by itself. */
interface Column {
  base: string
  nullable: boolean
  /** `always`: only the database writes it. `default`: an insert may leave it out. */
  filled: 'always' | 'default' | 'never'
}
export type Tables = Record<string, Record<string, Column>>

/** A row of information_schema.columns. */
export interface SchemaColumn {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  identity_generation: 'ALWAYS' | 'BY DEFAULT' | null
  is_generated: 'ALWAYS' | 'NEVER'
  column_default: string | null
}

/** How `connect` reads the types of PostgreSQL. */
const baseTypes: Record<string, string> = {
  ...{ int2: 'number', int4: 'number', int8: 'number', numeric: 'number', float8: 'number' },
  ...{ text: 'string', date: 'string', timestamptz: 'string', inet: 'string', uuid: 'string' },
  ...{ xid8: 'string', _text: 'string[]' },
  ...{ bool: 'boolean', bytea: 'Buffer', jsonb: 'json' },
}

const keywords: Partial<Record<TSType['type'], string>> = {
  ...{ TSStringKeyword: 'string', TSNumberKeyword: 'number', TSBooleanKeyword: 'boolean' },
  ...{ TSNullKeyword: 'null' },
}

interface Declared {
  /** Members of each interface: name -> type. */
  interfaces: Map<string, Map<string, TSType>>
  aliases: Map<string, TSType>
  parents: Map<string, string[]>
}

function nameOf(node: { type: string }): string {
  return 'name' in node && typeof node.name === 'string' ? node.name : ''
}

/** Reads the interfaces and type aliases of the files. */
function readDeclarations(files: readonly string[]): Declared {
  const declared: Declared = { interfaces: new Map(), aliases: new Map(), parents: new Map() }
  const statements = files.flatMap((text) => parseSync('types.ts', text).program.body)
  for (const statement of statements) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'TSTypeAliasDeclaration') declared.aliases.set(node.id.name, node.typeAnnotation)
    if (node?.type !== 'TSInterfaceDeclaration') continue
    const members = node.body.body.flatMap((member): [string, TSType][] =>
      member.type === 'TSPropertySignature' && member.typeAnnotation
        ? [[nameOf(member.key), member.typeAnnotation.typeAnnotation]]
        : [],
    )
    declared.interfaces.set(node.id.name, new Map(members))
    declared.parents.set(
      node.id.name,
      node.extends.map(({ expression }) => nameOf(expression)),
    )
  }
  return declared
}

const nullsOf = (type?: TSType) =>
  type?.type === 'TSUnionType' && type.types.some((one) => one.type === 'TSNullKeyword') ? ['null'] : []

/** The base types that a type consists of. A type that the files import is one of domain's unions of texts. */
function basesOf(type: TSType, { aliases, ...declared }: Declared): string[] {
  if (type.type === 'TSUnionType') return type.types.flatMap((one) => basesOf(one, { aliases, ...declared }))
  if (type.type === 'TSArrayType')
    return basesOf(type.elementType, { aliases, ...declared }).map((one) => `${one}[]`)
  if (type.type === 'TSLiteralType' && 'value' in type.literal) return [typeof type.literal.value]
  if (type.type !== 'TSTypeReference') return [keywords[type.type] ?? type.type]
  const name = nameOf(type.typeName)
  if (name === 'Buffer') return [name]
  if (name === 'Json' || name === 'JSONColumnType') return ['json']
  // A type of its own for reading: only JSON columns have one.
  if (name === 'ColumnType') return ['json', ...nullsOf(type.typeArguments?.params[0])]
  const alias = aliases.get(name)
  return alias === undefined ? ['string'] : basesOf(alias, { aliases, ...declared })
}

const wrappers = new Map([
  ['Always', 'always'],
  ['Filled', 'default'],
] as const)

function columnOf(type: TSType, declared: Declared): Column {
  const wrapper =
    type.type === 'TSTypeReference' ? wrappers.get(nameOf(type.typeName) as 'Always') : undefined
  const inner = type.type === 'TSTypeReference' ? type.typeArguments?.params[0] : undefined
  const bases = new Set(basesOf(wrapper === undefined || inner === undefined ? type : inner, declared))
  const nullable = bases.delete('null')
  return { base: [...bases].sort().join(' | '), nullable, filled: wrapper ?? 'never' }
}

/** The members of an interface and of those that it extends. */
function membersOf(name: string, declared: Declared): [string, TSType][] {
  const inherited = (declared.parents.get(name) ?? []).flatMap((parent) => membersOf(parent, declared))
  return [...inherited, ...(declared.interfaces.get(name) ?? [])]
}

/** The tables of the interface `Database` in the row type files, column by column. */
export function typedTables(files: readonly string[]): Tables {
  const declared = readDeclarations(files)
  return Object.fromEntries(
    membersOf('Database', declared).map(([table, type]) => {
      const row = type.type === 'TSTypeReference' ? membersOf(nameOf(type.typeName), declared) : []
      const columns = row.map(([name, own]) => [name, columnOf(own, declared)] as const)
      return [table, Object.fromEntries(columns)]
    }),
  )
}

function storedFill({ identity_generation, is_generated, column_default }: SchemaColumn): Column['filled'] {
  if (identity_generation === 'ALWAYS' || is_generated === 'ALWAYS') return 'always'
  return column_default === null && identity_generation === null ? 'never' : 'default'
}

/** The tables of the database, column by column. */
export function storedTables(columns: readonly SchemaColumn[]): Tables {
  const tables: Tables = {}
  for (const column of columns) {
    const table = tables[column.table_name] ?? {}
    tables[column.table_name] = table
    table[column.column_name] = {
      base: baseTypes[column.udt_name] ?? column.udt_name,
      nullable: column.is_nullable === 'YES',
      filled: storedFill(column),
    }
  }
  return tables
}

function columnProblem(typed: Column | undefined, stored: Column | undefined): string | null {
  if (stored === undefined) return 'is no column of the database'
  if (typed === undefined) return 'has no type'
  if (typed.base !== stored.base) return `is ${stored.base}, its type says ${typed.base}`
  if (typed.nullable !== stored.nullable) return stored.nullable ? 'may be null' : 'is never null'
  return fillProblem(typed.filled, stored.filled)
}

/** A column that a trigger counts has a default, and its type says that only the database writes it. */
function fillProblem(typed: Column['filled'], stored: Column['filled']): string | null {
  if (stored === 'always' && typed !== 'always') return 'is written by the database only'
  return typed !== 'never' && stored === 'never' ? 'has no default' : null
}

/** The differences between the row types and the database, one line each. */
export function rowTypeProblems(typed: Tables, stored: Tables): string[] {
  const tables = new Set([...Object.keys(typed), ...Object.keys(stored)])
  return [...tables].flatMap((table) => {
    const names = new Set([...Object.keys(typed[table] ?? {}), ...Object.keys(stored[table] ?? {})])
    return [...names].flatMap((name) => {
      const problem = columnProblem(typed[table]?.[name], stored[table]?.[name])
      return problem === null ? [] : [`${table}.${name} ${problem}`]
    })
  })
}
