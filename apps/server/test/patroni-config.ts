/** What the programs of the cluster need to know of each other; ports are of 127.0.0.1. */
export interface ClusterPlan {
  folder: string
  /** The folder of PostgreSQL's programs. */
  programs: string
  etcd: number
  nodes: readonly NodePlan[]
  /** HAProxy's ports: one leads to the primary, one to the replicas. */
  primary: number
  replicas: number
  pooler: number
  passwords: { superuser: string; replication: string; server: string }
}

export interface NodePlan {
  name: string
  data: string
  port: number
  /** Patroni's own port, which says what the node is. */
  rest: number
}

/** Seconds until a leader that is silent loses its place. */
const leaderTtl = 10

/** Strict: without a synchronous replica no commit is answered, so a failover forgets none. */
const clusterRules = {
  ttl: leaderTtl,
  loop_wait: 1,
  retry_timeout: 3,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 200,
      wal_level: 'replica',
      wal_log_hints: 'on',
      hot_standby: 'on',
      hot_standby_feedback: 'on',
      synchronous_commit: 'on',
      shared_buffers: '128MB',
      max_wal_senders: 10,
    },
  },
}

/** The settings of one Patroni, as JSON, which is YAML too. */
export function patroniSettings({ programs, etcd, passwords }: ClusterPlan, node: NodePlan): string {
  return JSON.stringify({
    scope: 'quincena',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: clusterRules,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: node.data,
      bin_dir: programs,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  })
}

function backend(name: string, path: string, nodes: readonly NodePlan[]): string {
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`)
  return `backend ${name}
  balance roundrobin
  option httpchk OPTIONS ${path}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

/** HAProxy: asks each Patroni what its node is, and cuts the connections to a node that is no longer that. */
export function haproxySettings({ nodes, primary, replicas }: ClusterPlan): string {
  return `global
  maxconn 2000
defaults
  mode tcp
  retries 1
  timeout connect 1s
  timeout check 1s
  timeout client 1h
  timeout server 1h
frontend to_primary
  bind 127.0.0.1:${primary}
  default_backend primary
frontend to_replicas
  bind 127.0.0.1:${replicas}
  default_backend replicas
${backend('primary', '/primary', nodes)}${backend('replicas', '/replica', nodes)}`
}

/** PgBouncer: lends its connections for one transaction, and tells soon that there is no primary. */
export function pgbouncerSettings({ folder, primary, pooler }: ClusterPlan): string {
  return `[databases]
* = host=127.0.0.1 port=${primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/pgbouncer-users.txt
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
query_wait_timeout = 5
server_connect_timeout = 2
server_login_retry = 1
`
}
