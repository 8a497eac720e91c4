{{- define "console.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "console.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "console.labels" -}}
{{ include "console.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/component: console
app.kubernetes.io/part-of: lockkeeper
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "hostAgent.selector" -}}
app.kubernetes.io/name: lockkeeper-host-agent
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "hostAgent.labels" -}}
{{ include "hostAgent.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/component: host-agent
app.kubernetes.io/part-of: lockkeeper
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "hostAgent.image" -}}
{{- with .Values.hostAgent.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}{{ end }}
{{- end }}

{{- define "console.image" -}}
{{- with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}{{ end }}
{{- end }}

{{- /* What a Deployment must not hold in plain text: by the setting's name, or an address with a password. */}}
{{- define "console.plain" -}}
{{- if or (regexMatch "(PASSWORD|_SECRET|_SECRETS_KEY|_SECRETS_KEY_BEFORE)$" .name) (regexMatch "://[^/@]*:[^/@]*@" .value) }}
{{- fail (printf "console.environment must not hold %s: everybody who may read the Deployment would read it. Put it into a secret, and name that under console.secretEnvironment or console.environmentFrom." .name) }}
{{- end }}
{{- .value | quote }}
{{- end }}

{{- define "console.hosts" -}}
{{- $name := include "console.name" . -}}
{{- $service := printf "%s.%s" $name .Release.Namespace -}}
{{- $hosts := list $name $service (printf "%s.svc" $service) (printf "%s.svc.cluster.local" $service) -}}
{{- if .Values.ingress.enabled }}{{ $hosts = append $hosts .Values.ingress.host }}{{ end -}}
{{- with .Values.console.allowedHosts }}{{ $hosts = append $hosts . }}{{ end -}}
{{- join "," $hosts -}}
{{- end }}

{{- define "console.scheme" -}}
{{ if .Values.tls.secretName }}HTTPS{{ else }}HTTP{{ end }}
{{- end }}

{{- /* A file that the console serves to everybody, from memory: it says that the process works, whatever MongoDB does. */}}
{{- define "console.probe" -}}
httpGet:
  path: {{ .Values.console.contextPath }}/console/console.css
  port: http
  scheme: {{ include "console.scheme" . }}
timeoutSeconds: 5
{{- end }}
