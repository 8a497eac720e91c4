# shellcheck shell=bash
# The console's Helm chart: checked, and packed.

readonly chart=docker/helm/lockkeeper-console
readonly kubernetes_schemas=kubernetes-validate==1.37.0 # brings the schemas, and asks no server for them

package_chart() {
    find_helm || { say "No chart: there is neither helm nor a Go that builds it. Install helm, or set LOCKKEEPER_HELM to one."; return 0; }
    say "Checking the Helm chart"
    check_chart --set "image.repository=lockkeeper-console"
    check_chart --values "$chart/checked/all.yaml"
    check_manifest docker/kubernetes/sidecar.yaml
    refuses_in_chart "folder" --set hostAgent.enabled=true,hostAgent.folder=/tmp/locks
    refuses_in_chart "ingress.enabled needs console.trustedProxies" --set ingress.enabled=true,ingress.host=ops.example.com
    refuses_in_chart "trustedProxy" --set console.trustedProxy=10.0.0.0/8
    refuses_in_chart "must not hold SPRING_MAIL_PASSWORD" --set console.environment.SPRING_MAIL_PASSWORD=x
    refuses_in_chart "must not hold LOCKKEEPER_CLUSTERS_EU" --set console.environment.LOCKKEEPER_CLUSTERS_EU=mongodb://console:x@eu1/
    pack_chart "lockkeeper-console-$(sed -n 's/^version: //p' "$chart/Chart.yaml").tgz"
}

# pack_chart FILE: helm gives each file the time of the moment, so what it packed is packed again.
pack_chart() {
    local stage="$state/package/chart"
    rm -rf "$stage"
    mkdir -p "$stage/packed"
    "$helm" package "$chart" --app-version "$(project_version)" --destination "$stage/packed" >"$state/package/chart.log"
    tar -C "$stage" --touch -xzf "$stage/packed/$1"
    pack "$stage" lockkeeper-console "$1"
    "$helm" lint --strict "$packages/$1" --set "image.repository=lockkeeper-console" >"$state/package/chart.log" 2>&1 || fail "helm cannot read $packages/$1: $state/package/chart.log"
}

# check_manifest FILE: an example that is applied as it stands; it names the image that this tree builds.
check_manifest() {
    grep -q "image: ${image_registry}lockkeeper:$(project_version)$" "$1" || fail "$1 names another image than ${image_registry}lockkeeper:$(project_version)."
    find_kubernetes_validate || return 0
    "$kubernetes_validate" --strict "$1" >"$state/package/chart.log" 2>&1 || { cat "$state/package/chart.log" >&2; fail "$1 is not what Kubernetes understands."; }
    say "  $1 fits Kubernetes' schemas"
}

# check_chart OPTION...: as it stands, and as it is rendered with those values.
check_chart() {
    "$helm" lint --strict "$chart" "$@" >"$state/package/chart.log" 2>&1 || { cat "$state/package/chart.log" >&2; fail "helm lint found fault with the chart."; }
    "$helm" template console "$chart" --kube-version 1.34.0 --namespace lockkeeper "$@" >"$state/package/chart.yaml"
    find_kubernetes_validate || { say "  lint and template only: kubernetes-validate is not here, so no schema was asked."; return 0; }
    without_custom_resources <"$state/package/chart.yaml" >"$state/package/chart-core.yaml"
    "$kubernetes_validate" --strict "$state/package/chart-core.yaml" >"$state/package/chart.log" 2>&1 \
        || { cat "$state/package/chart.log" >&2; fail "What the chart renders is not what Kubernetes understands."; }
    say "  $(grep -c '^kind:' "$state/package/chart.yaml") objects, of which $(grep -c '^kind:' "$state/package/chart-core.yaml") fit Kubernetes' schemas"
}

# The schemas are Kubernetes' own: a ServiceMonitor is Prometheus Operator's.
without_custom_resources() { awk 'BEGIN { RS = "---\n"; ORS = "---\n" } !/apiVersion: monitoring\.coreos\.com/'; }

# refuses_in_chart WORDS OPTION...
refuses_in_chart() {
    local said
    ! said=$("$helm" template console "$chart" --kube-version 1.34.0 "${@:2}" 2>&1) || fail "The chart accepts ${*:2}"
    grep -q "$1" <<<"$said" || fail "The chart refuses ${*:2} without saying '$1': $said"
}

find_helm() {
    helm=${LOCKKEEPER_HELM:-helm}
    if has "$helm"; then return 0; fi
    helm="$state/bin/helm"
    [ -x "$helm" ] || { has go && say "Building helm into $state/bin" && GOBIN="$state/bin" go install helm.sh/helm/v3/cmd/helm@v3.22.0 >"$state/package/helm.log" 2>&1; }
}

find_kubernetes_validate() {
    kubernetes_validate=${LOCKKEEPER_KUBERNETES_VALIDATE:-kubernetes-validate}
    if has "$kubernetes_validate"; then return 0; fi
    kubernetes_validate="$state/python/bin/kubernetes-validate"
    [ -x "$kubernetes_validate" ] || { has python3 && python3 -m venv "$state/python" && "$state/python/bin/pip" install -q "$kubernetes_schemas"; } >"$state/package/chart.log" 2>&1
}
