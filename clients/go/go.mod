module lockkeeper.io/lockkeeper.git/clients/go

go 1.24
