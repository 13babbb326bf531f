import {
  type BinaryOperationNode,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueNode,
} from 'kysely'
import { OutboxDialect } from './outbox-writer.ts'

interface ListOperator {
  one: string
  many: string
}

const listOperators = new Map<string, ListOperator>([
  ['in', { one: '=', many: '= any' }],
  ['not in', { one: '<>', many: '<> all' }],
])

const listOperatorOf = (operator: OperationNode) =>
  OperatorNode.is(operator) ? listOperators.get(operator.operator) : undefined

/** The API's largest page. */
const largestPage = 200

/**
 * True for the limits that come often: the sizes of pages that screens offer, and the program's own, some of which are
 * powers of two. A caller may ask for pages of any size, and each text would take one of the names of prepared statements.
 */
const isUsualLimit = (limit: unknown) =>
  typeof limit === 'number' &&
  (limit <= 10 || limit > largestPage || limit % 10 === 0 || Number.isInteger(Math.log2(limit)))

/**
 * Writes a list of values as one array, `id = any($1)`, where Kysely writes `id in ($1, $2, …)`: the text of a statement
 * is the same for any number of values, and an empty list selects nothing. A single value is compared by itself: of an
 * array PostgreSQL expects ten values in the plan that it keeps, which then looks dearer than a new plan at each call.
 */
class ArrayQueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const list = listOperatorOf(operator)
    if (list === undefined || !PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation(node)
      return
    }
    const { values } = rightOperand
    this.visitNode(leftOperand)
    if (values.length === 1) {
      this.append(` ${list.one} `)
      this.appendValue(values[0])
      return
    }
    this.append(` ${list.many}(`)
    this.appendValue(values)
    this.append(')')
  }

  /**
   * Writes a limit into the text, and an offset of 0: of an unknown limit PostgreSQL expects a tenth of the rows, so that
   * it plans the statement anew at each call.
   */
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && isUsualLimit(limit.value)) this.append(String(limit.value))
    else this.visitNode(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    if (ValueNode.is(offset) && offset.value === 0) this.append('0')
    else this.visitNode(offset)
  }
}

/** Kysely's dialect of PostgreSQL with statements that are planned once, and commits that write events. */
export class ArrayDialect extends OutboxDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ArrayQueryCompiler()
  }
}
