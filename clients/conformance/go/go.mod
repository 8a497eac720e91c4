module conformance

go 1.24

require lockkeeper.io/lockkeeper.git/clients/go v0.0.0

replace lockkeeper.io/lockkeeper.git/clients/go => ../../go
